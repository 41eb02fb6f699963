const CONTROL = /[\p{Cc}\p{Cs}]+/gu

/** One line: control characters become a space, what is longer than `max` ends in an ellipsis. */
export function oneLine(text: string, max: number): string {
  const line = text
    .slice(0, 4 * max)
    .replace(CONTROL, ' ')
    .trim()
  return line.length <= max ? line : `${line.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

/** The name of a file from outside, without the folders that some browsers send and characters with a meaning in headers or file systems. */
export function fileName(name: string): string {
  const last = oneLine(name.split(/[/\\]/).at(-1) ?? '', 255).replaceAll(/["<>|:*?;%\p{Cf}]/gu, '_')
  return /^\.*$/.test(last) ? 'file' : last
}
