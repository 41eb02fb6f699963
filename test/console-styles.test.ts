/** Two style sheets must not define the same class alone, because the one that happens to be loaded later would win. */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const FOLDER = path.join(import.meta.dirname, '../console/src/parts')
const SHEETS = ['style.css', 'hunting.css']
const PLAIN = /^\.[\w-]+$/

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
