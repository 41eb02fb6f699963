/** Header with the token by which the realtime service recognises requests that the API passes on. */
export const TOKEN_HEADER = 'x-svc-internal-token'
