/** Bounds of an analysis. Past one of them a submission is refused, or the analysis says what it left out. */
export const PHISHING_LIMITS = {
  rawChars: 2 * 1024 * 1024,
  links: 200,
  attachments: 50,
  submissions: 1000,
} as const
