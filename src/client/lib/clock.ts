/** The browser's clock in ms UTC, for display only. The server's clock is authoritative (`serverTime` in responses). */
export const now = () => Date.now()

/** Adds the server clock's offset from the device clock at the last response, in ms. */
export const withOffset = <List extends { data: { serverTime: string } | undefined; dataUpdatedAt: number }>(
  list: List,
) => ({ ...list, offset: list.data ? Date.parse(list.data.serverTime) - list.dataUpdatedAt : 0 })
