/**
 * A program that uses the built-in PostgreSQL of a data directory until it is told to stop (SIGTERM) or
 * killed. Prints one line of JSON: the connection string, or the fault.
 */
import { startEmbeddedPostgres } from '#app/platform/database/embedded.ts'

try {
  const server = await startEmbeddedPostgres(process.argv[2] as string, {
    durable: process.argv[3] !== 'fast',
  })
  process.on('SIGTERM', async () => {
    await server.stop()
    process.exit(0)
  })
  process.stdout.write(`${JSON.stringify({ connectionString: server.connectionString })}\n`)
} catch (error) {
  process.stdout.write(
    `${JSON.stringify({ fault: (error as Error).name, message: (error as Error).message })}\n`,
  )
}
