/** Bounds of tool servers. Past one of them a request is refused with the bound, or what came back is cut and says so. */
export const TOOL_SERVER_LIMITS = {
  /**
   * Tool servers of a tenant.
   * @bound a tenant's tool servers -> 409
   */
  servers: 50,
  urlChars: 2048,
  headers: 20,
  headerChars: 8192,
  allowlist: 200,
  timeoutSecondsMin: 1,
  timeoutSecondsMax: 120,
  timeoutSecondsDefault: 20,
  responseBytesMin: 1024,
  responseBytesMax: 1_048_576,
  responseBytesDefault: 65_536,
  /**
   * Size of one answer over the wire: the text of a result is a part of it.
   * @bound size of a response of a tool server -> the call fails
   */
  wireBytes: 8 * 1024 * 1024,
  /**
   * Tools that one server may offer, and pages of their list.
   * @bound tools of a tool server -> the list says that it is cut
   */
  tools: 500,
  pages: 20,
  descriptionChars: 400,
  /** Arguments of a call, at most so many bytes as JSON. */
  args: 32,
  argBytes: 65_536,
} as const
