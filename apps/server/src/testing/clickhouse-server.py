"""The engine of ClickHouse (chdb, from PyPI) behind what the service uses of its HTTP interface. For tests: one folder, one user."""
import re
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

from chdb import session

folder, user, password = sys.argv[1:]
engine = session.Session(folder)
one_at_a_time = threading.Lock()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        statement = self.rfile.read(int(self.headers["content-length"])).decode()
        if (self.headers["x-clickhouse-user"], self.headers["x-clickhouse-key"]) != (user, password):
            return self.answer(403, b"Code: 516. DB::Exception: Authentication failed. (AUTHENTICATION_FAILED)\n")
        database = parse_qs(urlsplit(self.path).query).get("database", ["default"])[0]
        try:
            with one_at_a_time:
                engine.query(f"use {database}")
                self.answer(200, engine.query(statement, "TabSeparated").bytes())
        except Exception as fault:
            self.answer(500, str(fault).encode())

    def answer(self, status, body):
        self.send_response(status)
        code = re.match(rb"Code: (\d+)", body)
        if status != 200 and code:
            self.send_header("X-ClickHouse-Exception-Code", code[1].decode())
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
threading.Thread(target=lambda: (sys.stdin.read(), server.shutdown()), daemon=True).start()
server.serve_forever()
engine.close()
