/** A text as one word of a command line that is shown to be copied. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

/** A command of svc as the reader must type it for an instance on this folder. */
export function svcCommand(command: string, dataDir: string): string {
  return `npx svc ${command}${dataDir === 'data' ? '' : ` --data ${shellWord(dataDir)}`}`
}
