// Written here, for no kept parser does it: @remix-run/multipart-parser holds every file whole, busboy passes in silence
// over parts without a name and heads without an end, multipasta loses file names beyond Latin-1.

/** A part of a form as it arrives: a field's text, or a file that streams. */
export type FormPart =
  | { kind: 'field'; name: string; text: string }
  /** Read it, or go on to the next part: what is left of it is skipped. */
  | { kind: 'file'; name: string; fileName: string; stream: ReadableStream<Uint8Array> }

/** The body is not the form it says to be, or larger than it may be. `status` is that of the answer. */
export class FormFault extends Error {
  readonly status: 400 | 413
  constructor(status: 400 | 413, message: string) {
    super(message)
    this.name = 'FormFault'
    this.status = status
  }
}

export type FormLimits = {
  /** Bytes of the whole body. */
  total: number
  /** Bytes of one field's text. */
  field: number
  parts: number
}

const lineBreak = Buffer.from('\r\n')
const headEnd = Buffer.from('\r\n\r\n')
const maxHead = 16_384

/** Whether a request carries a form that may hold files. */
export function isMultipart(request: Request): boolean {
  return boundaryOf(request) !== null
}

/**
 * Reads a `multipart/form-data` body (RFC 7578) part by part as it arrives: a file is never in memory as a whole, in
 * contrast to `request.formData()`.
 * @throws {FormFault} for what is no such body or exceeds a limit
 */
export async function* readMultipart(request: Request, limits: FormLimits): AsyncGenerator<FormPart> {
  const boundary = boundaryOf(request)
  if (boundary === null || request.body === null) throw new FormFault(400, 'no multipart form')
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  const input = new Input(request.body, limits.total)
  try {
    // The first delimiter may begin the body; with a line break put before it, it looks like all others.
    input.prepend(lineBreak)
    await skip(input, delimiter)
    for (let part = 0; ; part += 1) {
      const mark = await input.take(2)
      if (mark.toString('latin1') === '--') return
      if (!mark.equals(lineBreak)) throw new FormFault(400, 'a delimiter goes on')
      if (part >= limits.parts) throw new FormFault(413, 'too many parts')
      const head = parseHead((await input.until(headEnd, maxHead)).toString('utf8'))
      if (head.fileName === undefined) {
        const text = (await input.until(delimiter, limits.field)).toString('utf8')
        yield { kind: 'field', name: head.name, text }
      } else {
        const content = contentOf(input, delimiter)
        yield { kind: 'file', name: head.name, fileName: head.fileName, stream: streamOf(content) }
        while (!(await content.next()).done);
      }
    }
  } finally {
    await input.close()
  }
}

function boundaryOf(request: Request): string | null {
  const type = request.headers.get('content-type') ?? ''
  const [, quoted, plain] =
    /^multipart\/form-data\s*;(?:[^"]*;)?\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s;,"]{1,70}))/i.exec(type) ??
    []
  return quoted ?? plain ?? null
}

function parseHead(head: string): { name: string; fileName?: string } {
  const line = head.split('\r\n').find((each) => /^content-disposition:\s*form-data/i.test(each))
  const name = line && parameter(line, 'name')
  if (line === undefined || name === undefined) throw new FormFault(400, 'a part without a name')
  const fileName = parameter(line, 'filename')
  return fileName === undefined ? { name } : { name, fileName }
}

/** As browsers write it: quotes and line breaks percent-encoded. */
function parameter(line: string, name: string): string | undefined {
  const value = new RegExp(`;\\s*${name}="([^"]*)"`, 'i').exec(line)?.[1]
  return value?.replace(/%22|%0D|%0A/gi, (escaped) => decodeURIComponent(escaped))
}

async function skip(input: Input, mark: Buffer): Promise<void> {
  for await (const _ of contentOf(input, mark));
}

/** What stands before `mark`, piece by piece; afterwards the input stands behind it. */
async function* contentOf(input: Input, mark: Buffer): AsyncGenerator<Uint8Array, undefined> {
  for (;;) {
    const { before, found } = await input.read(mark)
    if (before.length > 0) yield before
    if (found) return undefined
  }
}

function streamOf(content: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = await content.next()
          if (next.done) controller.close()
          else controller.enqueue(next.value)
        } catch (error) {
          controller.error(error)
        }
      },
      // Whoever reads the form skips the rest.
      cancel() {},
    },
    { highWaterMark: 0 },
  )
}

/** Bytes that arrived and are not read yet. */
class Input {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  readonly #most: number
  #kept: Buffer = Buffer.alloc(0)
  #arrived = 0

  constructor(body: ReadableStream<Uint8Array>, most: number) {
    this.#reader = body.getReader()
    this.#most = most
  }

  prepend(bytes: Buffer): void {
    this.#kept = Buffer.concat([bytes, this.#kept])
  }

  /** What certainly stands before `mark`; with `found`, all of it, and the mark is behind us. */
  async read(mark: Buffer): Promise<{ before: Buffer; found: boolean }> {
    const at = this.#kept.indexOf(mark)
    if (at !== -1) {
      const before = this.#kept.subarray(0, at)
      this.#kept = this.#kept.subarray(at + mark.length)
      return { before, found: true }
    }
    // Its end may be the mark's beginning.
    const sure = Math.max(0, this.#kept.length - mark.length + 1)
    const before = this.#kept.subarray(0, sure)
    this.#kept = this.#kept.subarray(sure)
    if (sure === 0) await this.#more()
    return { before, found: false }
  }

  /** All that stands before `mark`, at most `most` bytes. */
  async until(mark: Buffer, most: number): Promise<Buffer> {
    const pieces: Uint8Array[] = []
    let length = 0
    for await (const piece of contentOf(this, mark)) {
      length += piece.length
      if (length > most) throw new FormFault(413, 'a field is too long')
      pieces.push(piece)
    }
    return Buffer.concat(pieces)
  }

  async take(length: number): Promise<Buffer> {
    while (this.#kept.length < length) await this.#more()
    const taken = this.#kept.subarray(0, length)
    this.#kept = this.#kept.subarray(length)
    return taken
  }

  async #more(): Promise<void> {
    const { done, value } = await this.#reader.read()
    if (done) throw new FormFault(400, 'the form breaks off')
    this.#arrived += value.length
    if (this.#arrived > this.#most) throw new FormFault(413, 'the form is too large')
    this.#kept =
      this.#kept.length === 0
        ? Buffer.from(value.buffer, value.byteOffset, value.byteLength)
        : Buffer.concat([this.#kept, value])
  }

  /** What nobody reads any more need not arrive. */
  async close(): Promise<void> {
    await this.#reader.cancel().catch(() => undefined)
  }
}
