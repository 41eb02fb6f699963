/** Exports of phishing for the API. */
