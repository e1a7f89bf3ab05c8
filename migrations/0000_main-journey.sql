CREATE TABLE `assignments` (
	`id` text PRIMARY KEY NOT NULL,
	`test_id` text NOT NULL,
	`college_id` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`assigned_at` integer NOT NULL,
	`decided_at` integer,
	`decided_by` text,
	FOREIGN KEY (`test_id`) REFERENCES `tests`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`college_id`) REFERENCES `colleges`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `assignments_test_college` ON `assignments` (`test_id`,`college_id`);--> statement-breakpoint
CREATE INDEX `assignments_college_assigned` ON `assignments` (`college_id`,`assigned_at`,`id`);--> statement-breakpoint
CREATE TABLE `student_assignments` (
	`assignment_id` text NOT NULL,
	`student_id` text NOT NULL,
	`assigned_at` integer NOT NULL,
	PRIMARY KEY(`assignment_id`, `student_id`),
	FOREIGN KEY (`assignment_id`) REFERENCES `assignments`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`student_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `student_assignments_student` ON `student_assignments` (`student_id`);--> statement-breakpoint
CREATE TABLE `answers` (
	`attempt_id` text NOT NULL,
	`question_id` text NOT NULL,
	`selected_answer` text,
	`time_spent` real NOT NULL,
	`revision` integer NOT NULL,
	`saved_at` integer NOT NULL,
	PRIMARY KEY(`attempt_id`, `question_id`),
	FOREIGN KEY (`attempt_id`) REFERENCES `attempts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `attempts` (
	`id` text PRIMARY KEY NOT NULL,
	`test_id` text NOT NULL,
	`assignment_id` text NOT NULL,
	`college_id` text NOT NULL,
	`student_id` text NOT NULL,
	`started_at` integer NOT NULL,
	`deadline` integer NOT NULL,
	`violation_count` integer DEFAULT 0 NOT NULL,
	`submitted_at` integer,
	`submitted_by` text,
	`marks_obtained` real,
	`total_marks` real,
	`percentage` real,
	`correct_answers` integer,
	`incorrect_answers` integer,
	`unanswered` integer,
	FOREIGN KEY (`test_id`) REFERENCES `tests`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`assignment_id`) REFERENCES `assignments`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`college_id`) REFERENCES `colleges`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`student_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `attempts_student_test` ON `attempts` (`student_id`,`test_id`);--> statement-breakpoint
CREATE INDEX `attempts_test_college` ON `attempts` (`test_id`,`college_id`);--> statement-breakpoint
CREATE INDEX `attempts_running_deadline` ON `attempts` (`deadline`) WHERE submitted_at is null;--> statement-breakpoint
CREATE TABLE `violations` (
	`attempt_id` text NOT NULL,
	`kind` text NOT NULL,
	`at` integer NOT NULL,
	`duration_ms` integer,
	`received_at` integer NOT NULL,
	PRIMARY KEY(`attempt_id`, `at`, `kind`),
	FOREIGN KEY (`attempt_id`) REFERENCES `attempts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `audit_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`actor_id` text,
	`actor_role` text,
	`college_id` text,
	`action` text NOT NULL,
	`subject_type` text NOT NULL,
	`subject_id` text NOT NULL,
	`detail` text,
	`address` text
);
--> statement-breakpoint
CREATE INDEX `audit_at` ON `audit_entries` (`at`);--> statement-breakpoint
CREATE INDEX `audit_college_at` ON `audit_entries` (`college_id`,`at`);--> statement-breakpoint
CREATE TABLE `password_resets` (
	`email` text PRIMARY KEY NOT NULL,
	`requested_at` integer NOT NULL,
	`token_hash` text,
	`expires_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `password_resets_token` ON `password_resets` (`token_hash`);--> statement-breakpoint
CREATE INDEX `password_resets_waiting` ON `password_resets` (`requested_at`) WHERE token_hash is null;--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`remember` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_expires` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `settings` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `colleges` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`code` text NOT NULL,
	`code_key` text NOT NULL,
	`email` text NOT NULL,
	`address` text NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `colleges_code` ON `colleges` (`code_key`);--> statement-breakpoint
CREATE TABLE `mails` (
	`id` text PRIMARY KEY NOT NULL,
	`recipient` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`html` text NOT NULL,
	`created_at` integer NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`due_at` integer,
	`sent_at` integer,
	`last_error` text
);
--> statement-breakpoint
CREATE INDEX `mails_due` ON `mails` (`due_at`) WHERE due_at is not null;--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`role` text NOT NULL,
	`college_id` text,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`password_hash` text NOT NULL,
	`id_number` text,
	`branch` text,
	`batch` text,
	`section` text,
	`phone_number` text,
	`company_name` text,
	`company_address` text,
	`is_active` integer DEFAULT true NOT NULL,
	`last_login_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`college_id`) REFERENCES `colleges`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_college_id_number` ON `users` (`college_id`,`id_number`);--> statement-breakpoint
CREATE INDEX `users_college_role_created` ON `users` (`college_id`,`role`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `users_college_role_groups` ON `users` (`college_id`,`role`,`batch`,`branch`,`section`);--> statement-breakpoint
CREATE TABLE `questions` (
	`id` text PRIMARY KEY NOT NULL,
	`test_id` text NOT NULL,
	`position` integer NOT NULL,
	`question_text` text NOT NULL,
	`options` text NOT NULL,
	`correct_answer` text NOT NULL,
	`marks` real NOT NULL,
	`explanation` text,
	FOREIGN KEY (`test_id`) REFERENCES `tests`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `questions_test_position` ON `questions` (`test_id`,`position`);--> statement-breakpoint
CREATE TABLE `tests` (
	`id` text PRIMARY KEY NOT NULL,
	`test_name` text NOT NULL,
	`test_description` text NOT NULL,
	`subject` text NOT NULL,
	`test_type` text NOT NULL,
	`company_name` text,
	`topics` text NOT NULL,
	`difficulty` text NOT NULL,
	`number_of_questions` integer NOT NULL,
	`marks_per_question` real NOT NULL,
	`total_marks` real NOT NULL,
	`duration` integer NOT NULL,
	`start_date_time` integer NOT NULL,
	`end_date_time` integer NOT NULL,
	`created_by` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `tests_type_subject_created` ON `tests` (`test_type`,`subject`,`created_at`);--> statement-breakpoint
CREATE INDEX `tests_created` ON `tests` (`created_at`);