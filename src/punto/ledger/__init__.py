"""Double-entry money: accounts, postings that balance by construction, meters, tickets."""
