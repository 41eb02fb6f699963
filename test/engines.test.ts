/** Checks that the packages' Node versions cover the product's. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { subset } from 'semver'
import { expect, test } from 'vitest'

type Package = { readonly engines?: { readonly node?: string } }
type Lock = { readonly packages: Readonly<Record<string, Package>> }

test('every package supports every Node version in package.json', () => {
  const file = path.join(import.meta.dirname, '../package-lock.json')
  const { '': product, ...packages } = (JSON.parse(readFileSync(file, 'utf8')) as Lock).packages
  const ours = product?.engines?.node ?? ''
  const declared = Object.entries(packages).map(([name, { engines }]) => [name, engines?.node ?? '*'] as const)
  expect(declared.length).toBeGreaterThan(300)
  expect(declared.filter(([, range]) => !subset(ours, range))).toEqual([])
})
