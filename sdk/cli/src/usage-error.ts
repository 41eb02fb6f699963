/** What was typed is wrong; nothing was asked of the API. Status 2. */
export class UsageError extends Error {}
