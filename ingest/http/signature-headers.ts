/** Headers in which inboxes look for the signature of a body. */
export const SIGNATURE_HEADERS = ['x-signature', 'x-hub-signature-256']
