/** The words of a live table's float in English; tray_zh.ts has the same keys. */

export const trayEn = {
  title: "Float",
  patron: "Patron",
  amount: "Amount in dollars",
  received: "Received",
  given: "Given",
  dealerSince: (who: string, when: string) => `${who} has dealt since ${when}`,
  notOpen: "The float is not open. Two people count it before the first payment.",
  openSince: (when: string) =>
    `Open since ${when}. The two wins can be compared after the closing count.`,
  closedAt: (when: string) => `Closed at ${when}`,
  counted: (who: string) =>
    `${who} has counted. A second person counts without seeing the first count (A-53).`,
  chips: "Chip",
  number: "Number",
  worth: "Worth",
  total: "Total",
  fillSoon: "fill soon",
  slips: "Fills and credits",
  slipsNote: "The Dealer signs last, at the console, when the chips are counted.",
  slip: {
    fill: (number: number) => `Fill ${number}`,
    credit: (number: number) => `Credit ${number}`,
  },
  requestedBy: (who: string) => `Requested by ${who}; waiting for a carrier`,
  carriedBy: (who: string, carrier: string) =>
    `Requested by ${who}, carried by ${carrier}; waiting for the Dealer`,
  deeds: {
    opening: "Opening count",
    closing: "Closing count",
    confirm: "Second count",
    fill: "Request a fill",
    credit: "Request a credit",
    carry: "Carry the chips",
    sign: "Sign the slip",
    void: "Void the slip",
    buy: "Buy-in",
    change: "Change chips",
  },
  deedTexts: {
    count: "Enter the number of chips of each value. A second person counts after you.",
    confirm: "Count the tray yourself. If both counts differ, the count begins again.",
    request: "Chips to bring from the cage or to take there. The slip gets the next number.",
    carry: "The carrier signs for the chips of this slip.",
    sign: "You have counted the chips of this slip. Your signature books them into or out of the tray.",
    void: "The slip keeps its number and is marked void.",
    buy: "Cash goes into the drop box, and the patron gets the fewest chips.",
    change: "The chips received and the chips given must be worth the same.",
  },
  figures: "Win by bets and win by count",
  opening: "Opening",
  fills: "Fills",
  credits: "Credits",
  drop: "Drop",
  winByBets: "Win by bets",
  closing: "Closing",
  winByCount: "Win by count",
  difference: "Difference",
  rounding: "Rounded up for patrons",
  differs: (amount: string) =>
    `The count and the bets differ by ${amount}. Explain it before the next opening.`,
  boxes: "Bets on the layout",
  box: "Box",
  wholeTable: "Table",
  differential: "Differential",
  excess: (amount: string) => `${amount} too much`,
  toPutRight: "Paid rounds that were put right",
  passedOver: (where: string, patron: string | null, clause: string) =>
    `Passed over at the close: ${where}${patron === null ? "" : `, ${patron}`} (L ${clause})`,
  patrons: "Patrons",
  heldNote: (title: string) =>
    `Winnings of patrons who walked away wait here (L 5.3). The ${title} or above erases names; the record has none.`,
  heldFor: (amount: string) => `${amount} held`,
  inHands: (take: string, pay: string, books: string) =>
    `The Dealer has not ticked off ${take} to take and ${pay} to pay. By the books the tray holds ${books}.`,
  repaid: (amount: string) => `Repaid ${amount} in chips`,
  owes: (amount: string) => `owes ${amount}`,
  claim: "Pay out",
};

export type TrayWords = typeof trayEn;
