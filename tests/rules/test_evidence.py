from punto.rules.documents import load_evidence


def test_evidence_names_the_tests_of_paragraphs_and_readings() -> None:
    evidence = load_evidence('{"paragraphs": {"mbs 4.10": ["one"]}, "readings": {"A-03": ["two"]}}')
    assert evidence.for_paragraph("mbs", "4.10") == ("one",)
    assert evidence.for_paragraph("mbs", "4.11") == ()
    assert evidence.for_reading("A-03") == ("two",)
    assert evidence.for_reading("A-04") == ()
