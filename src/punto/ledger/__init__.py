"""Every cent twice: accounts, postings that balance by construction, meters, tickets."""
