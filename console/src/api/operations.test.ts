import { expect, test } from 'vitest'
import { needsOf, requestsOf } from '../../operations.ts'

/** The members of an API document that these modules read. */
const DOCUMENT = {
  paths: {
    '/api/v1/cases': {
      get: { 'x-svc-permission': 'cases:read' },
      post: {
        'x-svc-permission': 'cases:write',
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/NewCase' } } } },
      },
    },
    '/api/v1/health': { get: {} },
    '/api/v1/scim/v2/Users': { get: { 'x-svc-permission': 'scim' } },
  },
  components: { schemas: { NewCase: { type: 'object', properties: { title: { type: 'string' } } } } },
} as unknown as Parameters<typeof needsOf>[0]

test('the first page loads the permission of each operation, and no schema', () => {
  expect(needsOf(DOCUMENT)).toEqual({
    'GET /api/v1/cases': 'cases:read',
    'POST /api/v1/cases': 'cases:write',
    'GET /api/v1/health': null,
  })
})

test('a form loads the schema of its request without references', () => {
  expect(requestsOf(DOCUMENT)).toEqual({
    'POST /api/v1/cases': { type: 'object', properties: { title: { type: 'string' } } },
  })
})
