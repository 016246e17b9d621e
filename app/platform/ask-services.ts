/** What an outside service says when it is asked whether it is there; nothing is changed there. */
export type ServiceAnswer = { answers: true } | { answers: false; refused: boolean; reason: string }

/** Greets a mail server and signs in to its account, within `ms`. */
export async function askMailServer(url: string, ms: number): Promise<ServiceAnswer> {
  const { createTransport } = await import('nodemailer')
  const smtp = createTransport({ url, connectionTimeout: ms, greetingTimeout: ms, socketTimeout: ms })
  try {
    await inTime(smtp.verify(), ms)
    return { answers: true }
  } catch (error) {
    return { answers: false, refused: (error as { code?: string }).code === 'EAUTH', reason: reasonOf(error) }
  } finally {
    smtp.close()
  }
}

/** Reads one line of a list at Stripe, as the secret key may, within `ms`. */
export async function askStripe(base: string, secretKey: string, ms: number): Promise<ServiceAnswer> {
  try {
    const response = await fetch(new URL('/v1/checkout/sessions?limit=1', base), {
      headers: { authorization: `Bearer ${secretKey}` },
      signal: AbortSignal.timeout(ms),
    })
    await response.body?.cancel()
    if (response.ok) return { answers: true }
    const refused = response.status === 401 || response.status === 403
    return { answers: false, refused, reason: `it says ${response.status}` }
  } catch (error) {
    return { answers: false, refused: false, reason: reasonOf(error) }
  }
}

/** What `work` comes to, or a refusal after `ms`. */
export async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms / 1000} s`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
    // What comes of it later is nobody's any more.
    work.catch(() => undefined)
  }
}

/** By the code of what broke, else by its words; addresses, which may hold a password, are in neither. */
export function reasonOf(error: unknown): string {
  const { code, message, cause } = error as Error & { code?: string | number }
  if (cause instanceof Error) return reasonOf(cause)
  return typeof code === 'string' ? code : message
}
