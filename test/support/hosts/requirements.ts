/** Programs that an installation of several hosts needs beside npm packages and that this machine lacks. */
import { redisPath } from '#test/support/redis-server.ts';
import { nginxPath } from './front.ts';

export function missing(): { what: string; install: string }[] {
  return [
    ...(redisPath() === null ? [{ what: 'redis-server', install: 'apt-get install -y redis-server' }] : []),
    ...(nginxPath() === null ? [{ what: 'nginx', install: 'apt-get install -y nginx-light' }] : []),
  ];
}
