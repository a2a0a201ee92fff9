"""Who is at a screen: credentials, signing in, second factors, and what is done about guessing."""
