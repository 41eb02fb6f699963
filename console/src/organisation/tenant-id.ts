const ID_CHARS_MAX = 63

/** The id that a name gives: small letters, digits and dashes, as tenants want it. */
export const idOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, ID_CHARS_MAX)
    .replace(/-+$/, '')
