/** Splits names into words and writes them in the naming style of each language. */

/** `case-templates`, `exportCsv` and `export.csv` are all split into words. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())
}

export function snakeCase(name: string): string {
  return wordsOf(name).join('_')
}

export function camelCase(name: string): string {
  const [first = '', ...rest] = wordsOf(name)
  return first + rest.map(capitalised).join('')
}

export function pascalCase(name: string): string {
  return wordsOf(name).map(capitalised).join('')
}

export function kebabCase(name: string): string {
  return wordsOf(name).join('-')
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
