import sax from 'sax'

/**
 * A parser for XML from strangers: it refuses what is not well formed and knows only the five entities of XML itself,
 * so that none can grow. sax's types lack that option. With `namespaces` a name has its prefix and namespace apart, and
 * the time for an element grows with the square of its attributes: check `hasFewAttributes` first.
 */
export function strictSax({ namespaces }: { readonly namespaces: boolean }): sax.SAXParser {
  const options = { xmlns: namespaces, strictEntities: true, position: false } as sax.SAXOptions
  return sax.parser(true, options)
}
