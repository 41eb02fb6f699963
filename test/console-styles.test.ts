/** The console's style sheets: each class is declared in one of them, and Mantine's are those of the components in use. */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const FOLDER = path.join(import.meta.dirname, '../console/src/parts')
const SHEETS = ['style.css', 'hunting.css']
const PLAIN = /^\.[\w-]+$/

/** A class in two sheets would have the style of the one that happens to be loaded later. */
test('a class is declared in one style sheet of the console', () => {
  const places = new Map<string, Set<string>>()
  for (const sheet of SHEETS) {
    const css = fs.readFileSync(path.join(FOLDER, sheet), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')
    for (const [, selectors = ''] of css.matchAll(/([^{}]+)\{/g))
      for (const selector of selectors.split(',').map((one) => one.trim()))
        if (PLAIN.test(selector)) places.set(selector, (places.get(selector) ?? new Set()).add(sheet))
  }
  expect(places.size).toBeGreaterThan(50)
  expect([...places].filter(([, sheets]) => sheets.size > 1).map(([name]) => name)).toEqual([])
})

const MANTINE = path.join(import.meta.dirname, '../node_modules/@mantine/core')
const NAMES = /import \{([^}]*)\} from ["']([^"']+)["']/g

/** The modules of Mantine that the console's sources import, and those that these import. */
function modulesInUse(): Set<string> {
  const index = path.join(MANTINE, 'esm/index.mjs')
  const moduleOf = new Map<string, string>()
  for (const [, names = '', from = ''] of fs.readFileSync(index, 'utf8').matchAll(NAMES))
    for (const name of names.split(',')) moduleOf.set(name.trim().replace(/.* as /, ''), path.join(index, '..', from))
  const left = [...namesInUse()].map((name) => moduleOf.get(name)).filter((file) => file !== undefined)
  const found = new Set<string>()
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (found.has(file)) continue
    found.add(file)
    for (const [, from = ''] of fs.readFileSync(file, 'utf8').matchAll(/from "(\.[^"]+)"/g))
      left.push(path.join(file, '..', from))
  }
  return found
}

function namesInUse(): Set<string> {
  const sources = path.join(FOLDER, '..')
  const files = fs.readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))
  const texts = files.map((name) => fs.readFileSync(path.join(sources, name), 'utf8'))
  const imports = texts.flatMap((text) => [...text.matchAll(NAMES)].filter(([, , from]) => from === '@mantine/core'))
  const names = imports.flatMap(([, names = '']) => names.split(',').map((name) => name.trim()))
  return new Set(
    names.filter((name) => name !== '' && !name.startsWith('type ')).map((name) => name.replace(/ as .*/, '')),
  )
}

/** The place of a component's sheet in the sheet of all, by its first class; the general sheets have none. */
function placeOf(sheet: string, all: string): number {
  const text = fs.readFileSync(path.join(MANTINE, 'styles', `${sheet}.layer.css`), 'utf8')
  const known = /\.m_[0-9a-f]+/.exec(text)?.[0]
  return known === undefined ? -1 : all.indexOf(known)
}

test("the console loads the styles of Mantine's components in use, no others, in Mantine's order", () => {
  const sheets = [...fs.readFileSync(path.join(FOLDER, 'mantine.css'), 'utf8').matchAll(/styles\/(.+)\.layer\.css/g)]
  const loaded = sheets.map(([, name = '']) => name)
  const styled = [...modulesInUse()].flatMap((file) => /([^/]+)\.module\.mjs$/.exec(file)?.[1] ?? [])
  expect(styled.length).toBeGreaterThan(40)
  expect([...loaded].sort()).toEqual(['baseline', 'default-css-variables', 'global', ...styled].sort())
  const all = fs.readFileSync(path.join(MANTINE, 'styles.layer.css'), 'utf8')
  const places = loaded.map((name) => placeOf(name, all))
  expect(places).toEqual([...places].sort((a, b) => a - b))
})
