/** The browser's clock in ms UTC, for display only. The server's clock is authoritative (`serverTime` in responses). */
export const now = () => Date.now()
