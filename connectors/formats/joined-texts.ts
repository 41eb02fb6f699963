/** Joins JSON values to a list; the text of each value stays unchanged. */
export function jsonList(values: readonly Buffer[]): Buffer {
  return Buffer.concat([Buffer.from('['), joined(values, ','), Buffer.from(']')])
}

export function joined(texts: readonly Buffer[], between: string): Buffer {
  const separator = Buffer.from(between)
  return Buffer.concat(texts.flatMap((text, i) => (i === 0 ? [text] : [separator, text])))
}
