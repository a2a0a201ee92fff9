"""The live document's policies, compared with a second list written for this test."""

import pytest

from punto.rules.irregularity_policies import Late, PlayerOptions, Policy

POLICIES = """
technical-interruption           5.4     first-decision  pit_supervisor  ruling        voids_by=5.4.2
foreign-card                     5.5.1   void            pit_supervisor  stands        withdraws_shoe
shortage                         5.5.2   void            pit_supervisor  stands        withdraws_shoe
excess                           5.5.2   void            pit_supervisor  stands        withdraws_shoe
wrong-number-of-cards            5.5.3   void            pit_supervisor  stands        reaches_settled needs_card
insufficient-cards               5.5.4   void            pit_supervisor  stands        withdraws_shoe
unshuffled-cards                 5.5.5   void            pit_supervisor  stands        withdraws_shoe
wrong-area                       5.8.1   reconstruct     pit_supervisor  ruling        takes_extra beyond_reconstruction=dealt-order-lost options=unless-decided-and-put-right
wrong-person                     5.8.2   reconstruct     pit_supervisor  ruling        takes_extra beyond_reconstruction=dealt-order-lost options=unless-decided-and-put-right
wrong-order                      5.12    reconstruct     pit_supervisor  ruling        takes_extra beyond_reconstruction=dealt-order-lost options=always
excess-or-exposed-card           5.7     reconstruct     pit_supervisor  ruling        takes_extra beyond_reconstruction=wrong-number-of-cards options=no-outcome
order-lost                       5.17    ruling          shift_manager   ruling
dealt-order-lost                 5.12.1  as-they-lie     pit_supervisor  ruling        needs_card voids_by=5.5.3 options=always
dealt-face-up                    5.9     play-on         pit_supervisor  ruling        needs_card options=no-outcome
simultaneous-draw                5.10    reconstruct     pit_supervisor  ruling        takes_extra beyond_reconstruction=dealt-order-lost options=always
simultaneous-draw-order-unknown  5.10    reconstruct     pit_supervisor  ruling        takes_extra order_by_attester options=always
face-up-card                     5.7     reconstruct     pit_supervisor  ruling        takes_extra beyond_reconstruction=wrong-number-of-cards options=no-outcome
wrong-card-registered            5.14    by-the-cards    pit_supervisor  by-the-cards  reaches_settled
not-covered                      5.17    ruling          shift_manager   ruling
"""  # noqa: E501 (one line for each irregularity)
FLAGS = ("withdraws_shoe", "reaches_settled", "takes_extra", "order_by_attester", "needs_card")
EXPECTED = {line.split()[0]: line.split() for line in POLICIES.strip().splitlines()}


def in_words(policy: Policy) -> list[str]:
    """Return a policy as a line of the list above, word by word; defaults are left out."""
    others = {
        "before_first_card": policy.before_first_card and policy.before_first_card.value,
        "voids_by": policy.voids_by,
        "beyond_reconstruction": (
            policy.beyond_reconstruction and policy.beyond_reconstruction.value
        ),
        "seen_card_ruled": "yes" if policy.seen_card_ruled else "",
        "options": "" if policy.options is PlayerOptions.NEVER else policy.options.value,
    }
    return [
        policy.irregularity.value,
        policy.clause,
        policy.remedy.value,
        policy.attested_by.name.lower(),
        policy.late.value,
        *(flag for flag in FLAGS if getattr(policy, flag)),
        *(f"{name}={value}" for name, value in others.items() if value),
    ]


@pytest.mark.parametrize(
    "what",
    [
        pytest.param(what, marks=pytest.mark.clause("rws-live", words[1]))
        for what, words in EXPECTED.items()
    ],
)
def test_each_irregularity_of_a_live_table_has_the_procedure_of_its_paragraph(
    policies: dict[str, tuple[Policy, ...]], what: str
) -> None:
    found = {policy.irregularity.value: policy for policy in policies["rws-live"]}
    assert in_words(found[what]) == EXPECTED[what]


def test_no_other_irregularity_has_a_procedure_at_a_live_table(
    policies: dict[str, tuple[Policy, ...]],
) -> None:
    assert [policy.irregularity.value for policy in policies["rws-live"]] == list(EXPECTED)
    assert {policy.late for policy in policies["rws-live"]} == set(Late)
