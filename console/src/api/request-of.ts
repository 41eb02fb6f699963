/** Schemas of requests are a module of their own: the first page has no form that is drawn from one. */
import requests, { type FieldSchema } from 'virtual:requests'
import type { Operation } from './call.ts'

/** The schema of its request's body; an object without fields when it has none. */
export const requestOf = (operation: Operation): FieldSchema => requests[operation] ?? { type: 'object' }
