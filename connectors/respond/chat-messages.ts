/** The size of a message, on every chat platform. */

/** Time limit of one request. */
export const CALL_MS = 20_000
const TEXT_MAX = 3000
const LINKS = /https?:\/\/\S+/g
const LINK_MAX = 1_000

/** Cuts a text visibly to the size of a message, above its link: the last one of the text, where none is named. */
export function fitted(text: string, link: string | undefined = text.match(LINKS)?.at(-1)): string {
  if (text.length <= TEXT_MAX) return text
  const tail = link === undefined || link.length > LINK_MAX ? '…' : `…\n${link}`
  return `${text.slice(0, TEXT_MAX - tail.length).toWellFormed()}${tail}`
}
