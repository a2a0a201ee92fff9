/* Two hand-written simulators of eight decks, which punto simulate is measured against.

   plain      one bounded draw a card, branches for the Table of Play
   reference  six indices from one 64-bit word with exact rejection (Brackett-Rozinsky and Lemire,
              2024), a table instead of branches, two shoes interleaved

   Both shuffle lazily (Fisher and Yates), begin a new shoe behind the cut card at place 0, because
   any order is as good a start as any other, and count the same as punto: every coup by its points
   and by the pairs of both hands, twins told apart.

   cc -O3 -march=native -shared -fPIC -o reference.so reference.c */

#include <stdint.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef unsigned __int128 u128;

enum { CARDS = 416, CUT = 402, POINTS = 400, TWIN = 49 };

/* Above the product 416 * 415 * 414 * 413 * 412 * 411: below it a word may have to be rejected. */
static const u64 PRODUCT_MAX = 5200000000000000ull;

typedef struct { u64 word[4]; } Stream;

static inline u64 rotated(u64 x, int by) { return x << by | x >> (64 - by); }

static inline u64 next(Stream *stream) { /* xoshiro256++ */
    u64 *s = stream->word, found = rotated(s[0] + s[3], 23) + s[0], shifted = s[1] << 17;
    s[2] ^= s[0]; s[3] ^= s[1]; s[1] ^= s[2]; s[0] ^= s[3]; s[2] ^= shifted; s[3] = rotated(s[3], 45);
    return found;
}

static Stream begun(u64 seed) { /* SplitMix64 */
    Stream stream;
    for (int i = 0; i < 4; i++) {
        u64 z = (seed += 0x9E3779B97F4A7C15ull);
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
        z = (z ^ z >> 27) * 0x94D049BB133111EBull;
        stream.word[i] = z ^ z >> 31;
    }
    return stream;
}

/* A card is its rank times four and its suit, diamonds last. */
static u8 value_of[52];
static u8 pair_of[64 * 64];  /* 0 none; fours mixed, same, diamonds; others likewise */
static u16 ends[10000];      /* by both totals, fifth and sixth value: points, and cards << 9 */

static int banker_draws(int total, int third) {
    switch (total) {
    case 0: case 1: case 2: return 1;
    case 3: return third != 8;
    case 4: return third >= 2 && third <= 7;
    case 5: return third >= 4 && third <= 7;
    case 6: return third == 6 || third == 7;
    default: return 0;
    }
}

static inline int pair_class(int first, int second) {
    if (first >> 2 != second >> 2) return 0;
    int mixed = first >> 2 == 3 ? 1 : 4;
    return (first & 3) != (second & 3) ? mixed : (first & 3) == 3 ? mixed + 2 : mixed + 1;
}

void make_tables(void) {
    for (int card = 0; card < 52; card++) value_of[card] = card >> 2 < 9 ? (card >> 2) + 1 : 0;
    for (int a = 0; a < 52; a++)
        for (int b = 0; b < 52; b++) pair_of[a << 6 | b] = pair_class(a, b);
    for (int i = 0; i < 10000; i++) {
        int player = i / 1000, banker = i / 100 % 10, fifth = i / 10 % 10, sixth = i % 10;
        int p = player, b = banker, player_cards = 2, banker_cards = 2;
        if (player < 8 && banker < 8) {
            if (player <= 5) {
                player_cards = 3; p = (player + fifth) % 10;
                if (banker_draws(banker, fifth)) { banker_cards = 3; b = (banker + sixth) % 10; }
            } else if (banker <= 5) { banker_cards = 3; b = (banker + fifth) % 10; }
        }
        ends[i] = ((p * 10 + b) * 4 + (player_cards - 2) * 2 + banker_cards - 2)
                | (player_cards + banker_cards) << 9;
    }
}

#define PLAIN_CARD(card) \
    u8 card; { \
        u32 n = CARDS - place; u64 m = (next(&stream) >> 32) * n; \
        if ((u32)m < n) { u32 least = -n % n; while ((u32)m < least) m = (next(&stream) >> 32) * n; } \
        u32 at = place + (m >> 32); card = shoe[at]; shoe[at] = shoe[place]; shoe[place++] = card; \
    }

void plain(u64 rounds, u64 seed, u32 *tally) {
    Stream stream = begun(seed);
    u8 shoe[CARDS];
    u32 place = 0;
    for (int i = 0; i < CARDS; i++) shoe[i] = i % 52;
    for (u64 round = 0; round < rounds; round++) {
        PLAIN_CARD(a) PLAIN_CARD(b) PLAIN_CARD(c) PLAIN_CARD(d)
        int p = (value_of[a] + value_of[c]) % 10, q = (value_of[b] + value_of[d]) % 10;
        int player_cards = 2, banker_cards = 2;
        if (p < 8 && q < 8) {
            if (p <= 5) {
                PLAIN_CARD(e)
                player_cards = 3; p = (p + value_of[e]) % 10;
                if (banker_draws(q, value_of[e])) {
                    PLAIN_CARD(f)
                    banker_cards = 3; q = (q + value_of[f]) % 10;
                }
            } else if (q <= 5) {
                PLAIN_CARD(e)
                banker_cards = 3; q = (q + value_of[e]) % 10;
            }
        }
        int player_pair = pair_class(a, c), banker_pair = pair_class(b, d);
        int row = player_pair * 7 + banker_pair;
        if (player_pair && banker_pair && a >> 2 == b >> 2) row += TWIN;
        tally[row * POINTS + (p * 10 + q) * 4 + (player_cards - 2) * 2 + banker_cards - 2]++;
        if (place > CUT) place = 0;
    }
}

#define INDEX(i, n) m = (u128)x * (n); i = m >> 64; x = (u64)m;
#define INDICES(stream) \
    x = next(&stream); \
    INDEX(i0, n) INDEX(i1, n - 1) INDEX(i2, n - 2) INDEX(i3, n - 3) INDEX(i4, n - 4) INDEX(i5, n - 5)
#define SWAP(card, k, i) \
    u32 card = shoe[k + i]; shoe[k + i] = shoe[k]; shoe[k] = card;

static inline u32 coup(u32 *cards, u32 place, Stream *own, u32 *tally) {
    Stream stream = *own;
    u32 *shoe = cards + place, i0, i1, i2, i3, i4, i5, n = CARDS - place;
    u64 x; u128 m;
    INDICES(stream)
    if (__builtin_expect(x < PRODUCT_MAX, 0)) {
        u64 product = (u64)n * (n - 1) * (n - 2) * (n - 3) * (n - 4) * (n - 5);
        u64 least = -product % product;
        while (x < least) { INDICES(stream) }
    }
    *own = stream;
    SWAP(a, 0, i0) SWAP(b, 1, i1) SWAP(c, 2, i2) SWAP(d, 3, i3) SWAP(e, 4, i4) SWAP(f, 5, i5)
    u32 player = value_of[a] + value_of[c], banker = value_of[b] + value_of[d];
    player -= player >= 10 ? 10 : 0;
    banker -= banker >= 10 ? 10 : 0;
    u32 end = ends[player * 1000 + banker * 100 + value_of[e] * 10 + value_of[f]];
    u32 player_pair = pair_of[a << 6 | c], banker_pair = pair_of[b << 6 | d];
    u32 row = player_pair * 7 + banker_pair;
    if (__builtin_expect(player_pair && banker_pair, 0)) row += (a >> 2 == b >> 2) * TWIN;
    tally[row * POINTS + (end & 511)]++;
    place += end >> 9;
    return place > CUT ? 0 : place;
}

void reference(u64 rounds, u64 seed, u32 *tally) {
    Stream first = begun(seed), second = begun(seed ^ 0x5DEECE66Dull);
    u32 one[CARDS], two[CARDS], here = 0, there = 0;
    for (int i = 0; i < CARDS; i++) one[i] = two[i] = i % 52;
    for (u64 round = 0; round < rounds; round += 2) {
        here = coup(one, here, &first, tally);
        there = coup(two, there, &second, tally);
    }
}
