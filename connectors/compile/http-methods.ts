/** Methods of HTTP as senders write them -> activities of OCSF's HTTP Activity class. */
export const HTTP_METHODS: Readonly<Record<string, string>> = {
  CONNECT: 'Connect',
  DELETE: 'Delete',
  GET: 'Get',
  HEAD: 'Head',
  OPTIONS: 'Options',
  PATCH: 'Patch',
  POST: 'Post',
  PUT: 'Put',
  TRACE: 'Trace',
}
