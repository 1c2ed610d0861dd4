import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** What a receiver does with a connection once a whole request came on it; `request` is its text. */
export type Behaviour = (socket: Socket, request: string) => void;

/** A receiver below HTTP: answers any bytes it is told to, or none. */
export class HostileReceiver implements AsyncDisposable {
  readonly requests: string[] = [];
  behaviour: Behaviour;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(behaviour: Behaviour) {
    this.behaviour = behaviour;
    this.#server = createServer((socket) => this.#serve(socket));
  }

  static async start(behaviour: Behaviour): Promise<HostileReceiver> {
    const receiver = new HostileReceiver(behaviour);
    await new Promise<void>((resolve) => receiver.#server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Idempotency-Key of each request, in order. */
  get keys(): readonly (string | undefined)[] {
    return this.requests.map((request) => /^idempotency-key: (.*)\r$/im.exec(request)?.[1]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket)).on('error', () => socket.destroy());
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (!isWhole(text)) return;
      this.requests.push(text);
      this.behaviour(socket, text);
      text = '';
    });
  }
}

function isWhole(text: string): boolean {
  const [head, body] = text.split('\r\n\r\n', 2);
  const length = /^content-length: (\d+)\r?$/im.exec(head ?? '')?.[1];
  return body !== undefined && body.length >= Number(length ?? 0);
}

/** A whole answer, after which the connection closes. */
export function answering(
  status: number,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): Behaviour {
  const fields = { 'content-length': String(Buffer.byteLength(body)), connection: 'close', ...headers };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return (socket) => void socket.end(`HTTP/1.1 ${status} X\r\n${lines.join('')}\r\n${body}`);
}

/** A status, and then a body of one byte a second without an end. */
export function dripping(status: number): Behaviour {
  return (socket) => {
    socket.write(`HTTP/1.1 ${status} X\r\ncontent-length: 1000000\r\n\r\n`);
    drip(socket);
  };
}

/** Headers of one byte a second. */
export function drippingHeaders(): Behaviour {
  return (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nx-slow: ');
    drip(socket);
  };
}

function drip(socket: Socket): void {
  const timer = setInterval(() => socket.write('x'), 1_000);
  socket.on('close', () => clearInterval(timer));
}

/** A status and 100 MB of body, as fast as they are taken. */
export function flooding(status: number): Behaviour {
  return (socket) => {
    socket.write(`HTTP/1.1 ${status} X\r\ncontent-length: ${100 * MEGABYTE}\r\n\r\n`);
    let left = 100;
    const chunk = Buffer.alloc(MEGABYTE, 'flood ');
    const write = () => {
      while (left > 0 && !socket.destroyed) {
        left -= 1;
        if (!socket.write(chunk)) return void socket.once('drain', write);
      }
    };
    write();
  };
}

const MEGABYTE = 1024 * 1024;
