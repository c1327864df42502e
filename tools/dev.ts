/** The service under `node --watch-path`, whose threads would post the files that they import among their own messages. */
delete process.env.WATCH_REPORT_DEPENDENCIES;
await import('../src/main.ts');
