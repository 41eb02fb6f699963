/** Exports of phishing for the API. */
export type { PhishingSubmission } from './submission-store.ts'
