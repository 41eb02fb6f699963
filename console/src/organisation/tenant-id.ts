const ID_CHARS_MAX = 63

/** Makes a tenant id from a name: lower-case letters, digits and dashes. */
export const idOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, ID_CHARS_MAX)
    .replace(/-+$/, '')
