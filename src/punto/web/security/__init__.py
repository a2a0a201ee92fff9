"""Who is at a screen: credentials, signing in, second factors, and defences against guessing."""
