/** Header with the token by which the API shows the realtime service that it passes a stream on. */
export const TOKEN_HEADER = 'x-svc-internal-token'
