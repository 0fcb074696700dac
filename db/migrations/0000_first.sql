CREATE TABLE "bank_state" (
	"id" smallint PRIMARY KEY NOT NULL,
	"version" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exams" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"price_paise" bigint NOT NULL,
	"description" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"duration_minutes" integer NOT NULL,
	"format" text NOT NULL,
	"status" text NOT NULL,
	"sections" jsonb NOT NULL,
	"image_file_id" text,
	"result_file_id" text,
	"hidden_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"media_type" text NOT NULL,
	"bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"uid" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"file_name" text NOT NULL,
	"started_by" text NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"heard_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "question_revisions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "question_revisions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"question_id" text NOT NULL,
	"type" text NOT NULL,
	"text" text NOT NULL,
	"options" text[] NOT NULL,
	"correct" smallint NOT NULL,
	"weightage" integer NOT NULL,
	"negative" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "questions" (
	"id" text PRIMARY KEY NOT NULL,
	"revision_id" integer NOT NULL,
	"type" text NOT NULL,
	"content_hash" text NOT NULL,
	"import_id" text NOT NULL,
	"position" integer NOT NULL,
	"retired_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "applications" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"course" text NOT NULL,
	"amount_paise" bigint NOT NULL,
	"txn_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"order_id" text PRIMARY KEY NOT NULL,
	"reference" text NOT NULL,
	"kind" text NOT NULL,
	"uid" text,
	"enrolment_id" text,
	"application_id" text,
	"amount_paise" bigint NOT NULL,
	"state" text NOT NULL,
	"payment_url" text,
	"gateway_txn_id" text,
	"reason" text,
	"checks" integer DEFAULT 0 NOT NULL,
	"next_check_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "orders_reference_unique" UNIQUE("reference")
);
--> statement-breakpoint
CREATE TABLE "simulated_orders" (
	"reference" text PRIMARY KEY NOT NULL,
	"body" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "enrolments" (
	"id" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"exam_id" text NOT NULL,
	"status" text DEFAULT 'Registered' NOT NULL,
	"txn_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"paid_at" timestamp with time zone,
	"completed_at" timestamp with time zone,
	CONSTRAINT "enrolments_once" UNIQUE("uid","exam_id"),
	CONSTRAINT "enrolments_status" CHECK ("enrolments"."status" in ('Registered', 'Fees Paid', 'Completed'))
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "throttles" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"resets_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"uid" text PRIMARY KEY NOT NULL,
	"role" text NOT NULL,
	"full_name" text NOT NULL,
	"email" text,
	"mobile" text,
	"password_hash" text NOT NULL,
	"otp_hash" text,
	"otp_expires_at" timestamp with time zone,
	"must_change_password" boolean DEFAULT false NOT NULL,
	"date_of_birth" date,
	"address" text DEFAULT '' NOT NULL,
	"city" text DEFAULT '' NOT NULL,
	"state" text DEFAULT '' NOT NULL,
	"education" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"work_exp" text DEFAULT '' NOT NULL,
	"current_enrolment_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "server_keys" (
	"name" text PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "document_parts" (
	"sitting_id" text NOT NULL,
	"sha256" text NOT NULL,
	"start" integer NOT NULL,
	"bytes" integer NOT NULL,
	"file_id" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "document_parts_sitting_id_sha256_start_pk" PRIMARY KEY("sitting_id","sha256","start")
);
--> statement-breakpoint
CREATE TABLE "event_conflicts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "event_conflicts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"sitting_id" text NOT NULL,
	"device_id" text NOT NULL,
	"seq" integer NOT NULL,
	"content_hash" text NOT NULL,
	"body" jsonb NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "papers" (
	"enrolment_id" text PRIMARY KEY NOT NULL,
	"sections" jsonb NOT NULL,
	"drawn_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "results" (
	"sitting_id" text PRIMARY KEY NOT NULL,
	"sections" jsonb NOT NULL,
	"documents" integer,
	"provisional" boolean NOT NULL,
	"computed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sitting_devices" (
	"sitting_id" text NOT NULL,
	"epoch" integer NOT NULL,
	"device_id" text NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sitting_devices_sitting_id_epoch_pk" PRIMARY KEY("sitting_id","epoch")
);
--> statement-breakpoint
CREATE TABLE "sitting_documents" (
	"sitting_id" text NOT NULL,
	"sha256" text NOT NULL,
	"file_id" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sitting_documents_sitting_id_sha256_pk" PRIMARY KEY("sitting_id","sha256")
);
--> statement-breakpoint
CREATE TABLE "sitting_events" (
	"sitting_id" text NOT NULL,
	"device_id" text NOT NULL,
	"seq" integer NOT NULL,
	"epoch" integer NOT NULL,
	"type" text NOT NULL,
	"qid" text,
	"answer" text,
	"at" bigint NOT NULL,
	"elapsed" bigint NOT NULL,
	"received_at" bigint NOT NULL,
	"refusal" text,
	CONSTRAINT "sitting_events_sitting_id_device_id_seq_pk" PRIMARY KEY("sitting_id","device_id","seq")
);
--> statement-breakpoint
CREATE TABLE "sittings" (
	"id" text PRIMARY KEY NOT NULL,
	"enrolment_id" text NOT NULL,
	"uid" text NOT NULL,
	"exam_id" text NOT NULL,
	"state" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"extra_seconds" integer DEFAULT 0 NOT NULL,
	"deadline_at" timestamp with time zone NOT NULL,
	"epoch" integer DEFAULT 0 NOT NULL,
	"device_id" text,
	"version" integer DEFAULT 1 NOT NULL,
	"last_heard_at" timestamp with time zone NOT NULL,
	"waiting" integer DEFAULT 0 NOT NULL,
	"closed_at" timestamp with time zone,
	"held_events" integer DEFAULT 0 NOT NULL,
	"held_decision" text,
	"held_decided_at" timestamp with time zone,
	"score_told_at" timestamp with time zone,
	"receipt" jsonb,
	CONSTRAINT "sittings_enrolment_id_unique" UNIQUE("enrolment_id")
);
--> statement-breakpoint
CREATE TABLE "submissions" (
	"sitting_id" text NOT NULL,
	"device_id" text NOT NULL,
	"seq" integer NOT NULL,
	"epoch" integer NOT NULL,
	"digest" text NOT NULL,
	"answers" jsonb NOT NULL,
	"refused" jsonb NOT NULL,
	"auto" boolean NOT NULL,
	"at" bigint NOT NULL,
	"elapsed" bigint NOT NULL,
	"received_at" bigint NOT NULL,
	"beacon" jsonb,
	CONSTRAINT "submissions_sitting_id_device_id_seq_pk" PRIMARY KEY("sitting_id","device_id","seq")
);
--> statement-breakpoint
ALTER TABLE "exams" ADD CONSTRAINT "exams_image_file_id_files_id_fk" FOREIGN KEY ("image_file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exams" ADD CONSTRAINT "exams_result_file_id_files_id_fk" FOREIGN KEY ("result_file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrolments" ADD CONSTRAINT "enrolments_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrolments" ADD CONSTRAINT "enrolments_exam_id_exams_id_fk" FOREIGN KEY ("exam_id") REFERENCES "public"."exams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "papers" ADD CONSTRAINT "papers_enrolment_id_enrolments_id_fk" FOREIGN KEY ("enrolment_id") REFERENCES "public"."enrolments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sitting_devices" ADD CONSTRAINT "sitting_devices_sitting_id_sittings_id_fk" FOREIGN KEY ("sitting_id") REFERENCES "public"."sittings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sitting_documents" ADD CONSTRAINT "sitting_documents_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sittings" ADD CONSTRAINT "sittings_enrolment_id_enrolments_id_fk" FOREIGN KEY ("enrolment_id") REFERENCES "public"."enrolments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "exams_by_start" ON "exams" USING btree ("starts_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "files_by_user" ON "files" USING btree ("uid");--> statement-breakpoint
CREATE UNIQUE INDEX "imports_one_running" ON "imports" USING btree ("state") WHERE "imports"."state" = 'running';--> statement-breakpoint
CREATE INDEX "question_revisions_by_question" ON "question_revisions" USING btree ("question_id");--> statement-breakpoint
CREATE INDEX "questions_by_type" ON "questions" USING btree ("type","id") WHERE "questions"."retired_at" is null;--> statement-breakpoint
CREATE INDEX "questions_by_hash" ON "questions" USING btree ("content_hash") WHERE "questions"."retired_at" is null;--> statement-breakpoint
CREATE INDEX "questions_newest" ON "questions" USING btree ("created_at" DESC NULLS LAST,"position","id") WHERE "questions"."retired_at" is null;--> statement-breakpoint
CREATE INDEX "questions_by_import" ON "questions" USING btree ("import_id");--> statement-breakpoint
CREATE INDEX "questions_by_revision" ON "questions" USING btree ("revision_id");--> statement-breakpoint
CREATE INDEX "orders_by_enrolment" ON "orders" USING btree ("enrolment_id");--> statement-breakpoint
CREATE INDEX "orders_by_user" ON "orders" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "orders_due" ON "orders" USING btree ("next_check_at") WHERE "orders"."next_check_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_one_success" ON "orders" USING btree ("enrolment_id") WHERE "orders"."state" = 'success' and "orders"."enrolment_id" is not null;--> statement-breakpoint
CREATE INDEX "enrolments_by_exam" ON "enrolments" USING btree ("exam_id","created_at","id");--> statement-breakpoint
CREATE INDEX "sessions_by_user" ON "sessions" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "sessions_by_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "users_mobile" ON "users" USING btree ("mobile");--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "audit_log_by_subject" ON "audit_log" USING btree ("subject");--> statement-breakpoint
CREATE INDEX "audit_log_by_time" ON "audit_log" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "event_conflicts_once" ON "event_conflicts" USING btree ("sitting_id","device_id","seq","content_hash");--> statement-breakpoint
CREATE INDEX "sittings_open" ON "sittings" USING btree ("state","deadline_at");--> statement-breakpoint
CREATE INDEX "sittings_by_exam" ON "sittings" USING btree ("exam_id","id");--> statement-breakpoint
CREATE INDEX "sittings_by_user" ON "sittings" USING btree ("uid","started_at");