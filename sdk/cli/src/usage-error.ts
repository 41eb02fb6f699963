/** Invalid arguments; no request was sent. Exit status 2. */
export class UsageError extends Error {}
