import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FormFault, type FormLimits, isMultipart, readMultipart } from './multipart.ts'

const limits = { total: 1_000_000, field: 1_000, parts: 20 }

async function read(request: Request, given = limits) {
  const parts: unknown[] = []
  for await (const part of readMultipart(request, given)) {
    parts.push(
      part.kind === 'field'
        ? [part.name, part.text]
        : [part.name, part.fileName, [...(await buffer(part.stream))]],
    )
  }
  return parts
}

/** The same body in pieces of the given lengths, over and over. */
async function inPieces(request: Request, lengths: readonly number[]): Promise<Request> {
  const bytes = new Uint8Array(await request.arrayBuffer())
  let at = 0
  let turn = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) return controller.close()
      const length = lengths[turn++ % lengths.length] ?? 1
      controller.enqueue(bytes.slice(at, at + length))
      at += length
    },
  })
  return new Request('http://x/', {
    method: 'POST',
    body,
    headers: request.headers,
    duplex: 'half',
  } as RequestInit)
}

const post = (body: BodyInit, type?: string) =>
  new Request('http://x/', { method: 'POST', body, ...(type && { headers: { 'content-type': type } }) })

// Names are written with `%0A`, `%0D` and `%22` for what would end them, and `%` itself stays as it is: a name that
// holds one of these cannot be told from one that was written so (HTML, multipart form data).
const fieldName = fc.string({ maxLength: 20 }).filter((name) => !/%(0A|0D|22)/i.test(name))

describe('a form with files', () => {
  test('is read as the platform wrote it, wherever the pieces break', async () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      // What looks like the end of a part.
      fc
        .constantFrom('\r\n', '\r\n--', '\r\n------', '--', '\r')
        .map((text) => Uint8Array.from(Buffer.from(text))),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fieldName, fc.string({ maxLength: 60, unit: 'grapheme' })), {
          maxLength: 4,
        }),
        fc.array(bytes, { maxLength: 3 }),
        fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 5 }),
        async (fields, files, lengths) => {
          const form = new FormData()
          const expected: unknown[] = []
          for (const [name, text] of fields) {
            form.append(name, text)
            const entry = [...form.entries()].at(-1) as [string, string]
            // Line breaks are written as two characters.
            const broken = (value: string) => value.replace(/\r\n|\r|\n/g, '\r\n')
            expected.push([broken(entry[0]), broken(entry[1])])
          }
          for (const [index, content] of files.entries()) {
            form.append('photos', new File([content], `Foto "${index}".jpg`))
            expected.push(['photos', `Foto "${index}".jpg`, [...content]])
          }
          fc.pre(expected.length > 0)
          expect(await read(await inPieces(post(form), lengths))).toEqual(expected)
        },
      ),
      { numRuns: 60 },
    )
  })

  test('skips files that nobody reads', async () => {
    const form = new FormData()
    form.append('photos', new File(['x'.repeat(300_000)], 'a.jpg'))
    form.append('name', 'Clara')
    const names: string[] = []
    for await (const part of readMultipart(post(form), limits)) names.push(part.name)
    expect(names).toEqual(['photos', 'name'])
  })

  test.each([
    ['of another type', post('a=b', 'application/x-www-form-urlencoded'), 400],
    ['without a boundary', post('x', 'multipart/form-data'), 400],
    [
      'that breaks off',
      post('--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb', 'multipart/form-data; boundary=x'),
      400,
    ],
    [
      'with a part without a name',
      post('--x\r\nA: b\r\n\r\nb\r\n--x--', 'multipart/form-data; boundary=x'),
      400,
    ],
    ['without any delimiter', post('x'.repeat(5_000), 'multipart/form-data; boundary=x'), 400],
    ['with an endless head', post(`--x\r\n${'A'.repeat(40_000)}`, 'multipart/form-data; boundary=x'), 413],
    ['with a field that is too long', post(fields(['a', 'b'.repeat(1_001)])), 413],
    ['with too many parts', post(fields(...Array.from({ length: 21 }, () => ['a', 'b'] as const))), 413],
    [
      'that is too large',
      post(fields(...Array.from({ length: 20 }, () => ['a', 'b'.repeat(900)] as const))),
      413,
      { ...limits, total: 9_000 },
    ],
  ] as [string, Request, number, FormLimits?][])(
    '%s is refused',
    async (_what, request, status, given = limits) => {
      const fault = await read(request, given).catch((error: unknown) => error)
      expect(fault).toBeInstanceOf(FormFault)
      expect((fault as FormFault).status).toBe(status)
    },
  )

  test('is told by its type alone', () => {
    expect(isMultipart(post(new FormData()))).toBe(true)
    expect(isMultipart(post('a=b', 'application/x-www-form-urlencoded'))).toBe(false)
    expect(isMultipart(post('x', 'multipart/form-data; boundary="a b"'))).toBe(true)
  })
})

function fields(...entries: readonly (readonly [string, string])[]) {
  const form = new FormData()
  for (const [name, text] of entries) form.append(name, text)
  return form
}
