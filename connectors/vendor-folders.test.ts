/** All that svc knows of a vendor stands in the vendor's folder, and nothing in a folder is forgotten by the registries. */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { loadedBy } from '../test/import-graph.ts'

const FOLDER = 'connectors/vendors'
const vendors = fs.readdirSync(path.join(import.meta.dirname, 'vendors'))
const apis = new Set(loadedBy(['connectors/vendor-apis.ts']).files)
const mappings = new Set(loadedBy(['connectors/registry.ts']).files)

test.each(['poll', 'search', 'closures', 'respond'])('every %s.ts of a vendor is in the registry of APIs', (part) => {
  const files = vendors.map((vendor) => `${FOLDER}/${vendor}/${part}.ts`).filter((file) => fs.existsSync(file))
  expect(files.length).toBeGreaterThan(0)
  expect(files.filter((file) => !apis.has(file))).toEqual([])
})

test('every folder of a vendor is in a registry, and no process loads the mappings to call an API', () => {
  const isLoaded = (vendor: string) => [...apis, ...mappings].some((file) => file.startsWith(`${FOLDER}/${vendor}/`))
  expect(vendors.filter((vendor) => !isLoaded(vendor))).toEqual([])
  expect([...apis].filter((file) => /\/(?:mapping|sources)\.ts$/.test(file))).toEqual([])
})
