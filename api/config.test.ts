import { expect, test } from 'vitest'
import { apiConfig } from './config.ts'

test('production is the default, and opens nothing', () => {
  expect(apiConfig({})).toMatchObject({
    developmentTenant: null,
    corsOrigins: [],
    airgapped: false,
    disabled: new Set(),
  })
  expect(apiConfig({ SVC_ENV: 'development', SVC_DEMO_TENANT: 'lab' }).developmentTenant).toBe('lab')
})

test('SVC_DISABLE_ names what is switched off', () => {
  expect(apiConfig({ SVC_DISABLE_GRAPHQL: '1', SVC_DISABLE_LAKE: '0' }).disabled).toEqual(new Set(['graphql']))
})

test('every fault is told at once', () => {
  const env = { SVC_ENV: 'prod', SVC_CORS_ORIGINS: 'https://a.example/path', SVC_AIRGAPPED: 'maybe' }
  expect(() => apiConfig(env)).toThrow(/SVC_ENV(.|\n)*SVC_CORS_ORIGINS(.|\n)*SVC_AIRGAPPED/)
})
