/** Arguments that are wrong; no request was sent. Status 2. */
export class UsageError extends Error {}
