/** Window's event: opens the scanner. */
const scannerEvent = 'office-scanner'

export function openScanner(): void {
  window.dispatchEvent(new Event(scannerEvent))
}

/** @returns stops listening */
export function whenScannerOpens(open: () => void): () => void {
  window.addEventListener(scannerEvent, open)
  return () => window.removeEventListener(scannerEvent, open)
}
