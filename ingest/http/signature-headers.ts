/** Headers in which inboxes expect a body's signature. */
export const SIGNATURE_HEADERS = ['x-signature', 'x-hub-signature-256']
