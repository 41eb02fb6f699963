/** Exports of phishing for the API. */
export { PHISHING_VERDICTS } from './judge.ts'
export { PHISHING_LIMITS } from './limits.ts'
export { AUTH_RESULTS } from './read-mail.ts'
export { ARTIFACT_KINDS, type PhishingSubmission, phishingSubmission, phishingSubmissions } from './submission-store.ts'
export { readSubmission, submitPhishing } from './submit.ts'
