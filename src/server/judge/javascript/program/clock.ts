/** The clock as the program sees it, in ms. Runs inside the isolate, where there is no other: see ../files.ts. */
export const milliseconds = () => Date.now()
