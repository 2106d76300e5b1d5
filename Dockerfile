# Footfall with its own PostgreSQL: docs/guides/deploy.md. scripts/try-image.mjs runs these steps without Docker.

FROM node:24-bookworm-slim AS build
WORKDIR /footfall
# Before the sources, so that a change to them installs nothing again.
COPY package.json package-lock.json .npmrc ./
COPY packages/contract/package.json packages/contract/
COPY packages/client/package.json packages/client/
COPY packages/node/package.json packages/node/
COPY packages/react/package.json packages/react/
COPY packages/sdk/package.json packages/sdk/
COPY packages/mcp-apps/package.json packages/mcp-apps/
COPY packages/demo/package.json packages/demo/
COPY apps/dashboard/package.json apps/dashboard/
COPY apps/server/package.json apps/server/
COPY apps/server/bin apps/server/bin
COPY bench/package.json bench/
RUN npm ci
COPY . .
RUN npm run build
RUN npm ci --omit=dev

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
WORKDIR /footfall
COPY --from=build /footfall/node_modules node_modules
COPY --from=build /footfall/footfall /footfall/package.json /footfall/LICENSE ./
COPY --from=build /footfall/scripts scripts
COPY --from=build /footfall/apps/server/package.json apps/server/
COPY --from=build /footfall/apps/server/bin apps/server/bin
COPY --from=build /footfall/apps/server/migrations apps/server/migrations
COPY --from=build /footfall/apps/server/dist apps/server/dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["./footfall", "start"]
