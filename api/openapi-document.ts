import type { OpenApiDocument } from '../schemas/api-document.ts'
import { createApi } from './app.ts'
import type { ApiDeps } from './deps.ts'
import { collectionOf } from './reference/requests.ts'

/** The OpenAPI document of this build, as the text of its file. Needs nothing that runs: no route is called. */
export async function openapiText(): Promise<string> {
  return textOf(await documentOfRoutes())
}

/** A collection of requests, as the API serves it at `/collection.json`. */
export async function collectionText(): Promise<string> {
  return textOf(collectionOf(await documentOfRoutes()))
}

async function documentOfRoutes(): Promise<OpenApiDocument> {
  const { app, close } = await createApi(WITHOUT_STORES)
  const document = app.swagger()
  await close()
  return document as OpenApiDocument
}

const textOf = (document: object) => `${JSON.stringify(document, null, 2)}\n`

const noMetric = { inc: () => undefined, set: () => undefined, observe: () => undefined }

const NO_METRICS = {
  ...{ counter: () => noMetric, gauge: () => noMetric, histogram: () => noMetric },
  observed: () => undefined,
}

/** Enough to register the routes. The stores that a request would need are missing, and using one throws. */
const WITHOUT_STORES = new Proxy({} as ApiDeps, {
  get: (_, name) => {
    if (name === 'metrics') return NO_METRICS
    if (name === 'corsOrigins' || name === 'trustedProxies') return []
    return undefined
  },
})
