import { Parser } from 'htmlparser2'

/** A page's elements as data: a tag, its attributes, what is in it. */
export type Node = string | [tag: string, attributes: Record<string, string>, ...children: Node[]]

const left = new Set(['script', 'style', 'link', 'meta', 'noscript', 'template'])

/** What stands in the body of a page, without what loads or runs something. */
export function treeOf(html: string): Node[] {
  const root: Node = ['body', {}]
  const open: Exclude<Node, string>[] = []
  let skipped = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (left.has(name)) skipped += 1
        if (skipped > 0) return
        if (name === 'body') open.push(root)
        else if (open.length > 0) {
          const node: Node = [name, attributes]
          open.at(-1)?.push(node)
          open.push(node)
        }
      },
      ontext(text) {
        if (skipped === 0) open.at(-1)?.push(text)
      },
      onclosetag(name) {
        if (left.has(name)) skipped -= 1
        else if (skipped === 0) open.pop()
      },
    },
    { lowerCaseAttributeNames: false, decodeEntities: true },
  )
  parser.end(html)
  return root.slice(2) as Node[]
}
