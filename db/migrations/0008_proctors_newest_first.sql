DROP INDEX "users_proctors";--> statement-breakpoint
CREATE INDEX "users_proctors" ON "users" USING btree ("created_at" DESC NULLS FIRST,"uid") WHERE "users"."role" = 'proctor';