import { expect, test } from 'vitest'
import { readConfig, secret } from '../platform/config.ts'
import { apiConfig } from './config.ts'

test('production is the default, and enables nothing extra', () => {
  expect(apiConfig({})).toMatchObject({
    developmentTenant: null,
    corsOrigins: [],
    disabled: new Set(),
  })
  expect(apiConfig({ SVC_ENV: 'development', SVC_DEMO_TENANT: 'lab' }).developmentTenant).toBe('lab')
})

test('SVC_DISABLE_ names a feature to disable', () => {
  expect(apiConfig({ SVC_DISABLE_GRAPHQL: '1', SVC_DISABLE_RULES: '0' }).disabled).toEqual(new Set(['graphql']))
})

test('an unknown subsystem cannot be disabled, and a flag is 0 or 1', () => {
  expect(() => apiConfig({ SVC_DISABLE_GRAPHQLL: '1' })).toThrow(/SVC_DISABLE_GRAPHQLL.*graphql.*realtime/)
  expect(() => apiConfig({ SVC_DISABLE_RULES: 'maybe' })).toThrow(/SVC_DISABLE_RULES/)
})

test('all faults are reported at once', () => {
  const env = { SVC_ENV: 'prod', SVC_CORS_ORIGINS: 'https://a.example/path', SVC_DEMO_TENANT: 'Not One' }
  expect(() => apiConfig(env)).toThrow(/SVC_ENV(.|\n)*SVC_DEMO_TENANT(.|\n)*SVC_CORS_ORIGINS/)
})

test('a service token that could be guessed prevents the start, and the message does not repeat it', () => {
  const short = 'changeme'
  for (const read of [
    () => apiConfig({ SVC_AGENTS_SERVICE_TOKEN: short }),
    () => readConfig({ token: secret('SVC_SERVICE_TOKEN', 'service token') }, { SVC_SERVICE_TOKEN: short }),
  ]) {
    expect(read).toThrow(/SERVICE_TOKEN: at least 16 characters/)
    expect(read).not.toThrow(new RegExp(short))
  }
  expect(apiConfig({ SVC_AGENTS_SERVICE_TOKEN: 'x'.repeat(16) }).agentsToken).toBe('x'.repeat(16))
})

test('the model address of the installation may be shown, but of its key only whether it is set', () => {
  expect(apiConfig({ LLM_MODEL: 'm', LLM_API_KEY: 'k' }).model).toBeNull()
  const model = { baseUrl: 'http://ollama:11434/v1', model: null, hasApiKey: false }
  expect(apiConfig({ LLM_BASE_URL: model.baseUrl }).model).toEqual(model)
  const env = { LLM_BASE_URL: model.baseUrl, LLM_API_KEY: 'k', LLM_MODEL: 'm' }
  expect(apiConfig(env).model).toEqual({ ...model, model: 'm', hasApiKey: true })
  for (const wrong of ['ollama', 'ftp://x', 'https://user:secret@x', 'https://x?key=secret']) {
    expect(() => apiConfig({ LLM_BASE_URL: wrong })).toThrow(/LLM_BASE_URL: an address such as/)
    expect(() => apiConfig({ LLM_BASE_URL: wrong })).not.toThrow(/secret/)
  }
})
